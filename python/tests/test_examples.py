"""The examples, the notebook, the docstrings and the types."""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

import croupier

PYTHON = Path(__file__).parents[1]


@pytest.mark.parametrize("module", ["", ".errors", ".game", ".dealing", ".simulation", ".values", ".environments", ".seats", ".ray"])
def test_examples_in_docstrings_run(module):
    found = doctest.testmod(importlib.import_module(f"croupier{module}"))
    assert found.failed == 0


def test_the_notebook_runs():
    notebook = nbformat.read(PYTHON / "examples" / "croupier.ipynb", as_version=4)
    ran = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in ran.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("<svg" in output.get("data", {}).get("text/html", "") for output in outputs)


def test_the_learner_comes_within_half_a_percent_of_the_exact_value():
    told = subprocess.run(
        [sys.executable, PYTHON / "examples" / "learn.py"], check=True, capture_output=True, text=True
    ).stdout
    away, = re.findall(r"(-?[\d.]+) of a bet away", told)
    assert float(away) < 0.005, told


def test_a_typed_program_is_understood(tmp_path):
    for what in ([str(PYTHON / "examples" / "typed.py")], ["-p", "croupier"]):
        words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), *what]
        checked = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
        assert checked.returncode == 0, checked.stdout
    assert subprocess.run([sys.executable, PYTHON / "examples" / "typed.py"], capture_output=True).returncode == 0


def test_the_stubs_are_those_of_the_library():
    installed = Path(croupier.__file__).with_name("_native.pyi").read_text()
    kept = Path(__file__).with_name("stubs") / "_native.pyi"
    if os.environ.get("UPDATE"):
        kept.write_text(installed)
    assert kept.read_text() == installed
    words = [sys.executable, "-m", "mypy.stubtest", "croupier._native"]
    checked = subprocess.run(words, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
