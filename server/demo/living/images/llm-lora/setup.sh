#!/bin/bash
set -e
python -m venv /workspace/lora
/workspace/lora/bin/pip install -r /root/llm-lora/requirements.txt
