"""What other people's programs say of a deal, held against this service: records, readers, players, comparison."""
