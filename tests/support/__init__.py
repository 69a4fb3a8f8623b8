"""What tests, scripts and bench share: servers under test, request generators, the contract, the independent scorer."""
