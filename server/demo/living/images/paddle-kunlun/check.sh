#!/bin/bash
xpu-smi
python -c "import paddle; paddle.set_device('xpu'); paddle.utils.run_check()"
