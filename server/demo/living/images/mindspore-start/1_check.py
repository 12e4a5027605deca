import mindspore

mindspore.set_device("Ascend")
mindspore.run_check()
