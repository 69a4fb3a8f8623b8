"""House rules applied to a rulebook: what they change of its rules, legality, settlement and penalties."""
