"""What a rulebook is made of: its columns, conditions, checks, and how house rules amend it."""
