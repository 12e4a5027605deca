#!/bin/bash
lm_eval --model hf --model_args pretrained=$1,dtype=bfloat16 --tasks $(paste -sd, /root/eval/tasks.txt) --num_fewshot 5 --seed 7 --output_path /workspace/results
