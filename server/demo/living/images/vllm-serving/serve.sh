#!/bin/bash
cards=$(nvidia-smi -L | wc -l)
exec /workspace/vllm/bin/vllm serve "$1" --host 127.0.0.1 --port 6006 --tensor-parallel-size "$cards" --gpu-memory-utilization 0.92
