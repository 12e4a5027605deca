#!/bin/bash
set -e
python -m venv /workspace/vllm
/workspace/vllm/bin/pip install vllm==0.6.4
