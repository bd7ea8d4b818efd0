"""Scenario files: small positions, a few actions and what must be true.

`report.run_files` runs files and gives results, `load` reads and checks them, `runner` plays one
scenario for any game that has a `protocol.ScenarioGame`; `obsidia` is Obsidia's, and
`pytest_plugin` collects the same files as tests. Import the module that is needed: this package
imports nothing by itself, since every start of pytest pays for it.
"""
