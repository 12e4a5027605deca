"""LoRA fine-tuning on one card. All settings stand here."""
import argparse

from datasets import load_dataset
from peft import LoraConfig
from trl import SFTConfig, SFTTrainer

BASE, RANK, LENGTH, RATE = "Qwen/Qwen2.5-7B", 16, 2048, 2e-4

parser = argparse.ArgumentParser()
parser.add_argument("--data", required=True)
parser.add_argument("--resume", action="store_true")
args = parser.parse_args()

trainer = SFTTrainer(
    model=BASE,
    train_dataset=load_dataset("json", data_files=args.data, split="train"),
    peft_config=LoraConfig(r=RANK, lora_alpha=2 * RANK, target_modules="all-linear"),
    args=SFTConfig(output_dir="/workspace/lora-out", max_seq_length=LENGTH, learning_rate=RATE, bf16=True,
                   per_device_train_batch_size=1, gradient_accumulation_steps=16, gradient_checkpointing=True, save_steps=200),
)
trainer.train(resume_from_checkpoint=args.resume)
trainer.save_model()
