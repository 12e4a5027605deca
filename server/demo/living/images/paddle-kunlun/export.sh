#!/bin/bash
python -m paddleocr.export -c /root/ocr/rec.yml -o Global.save_inference_dir=/workspace/ocr-infer
