import asyncio, time
from openai import AsyncOpenAI

client = AsyncOpenAI(base_url="http://127.0.0.1:6006/v1", api_key="none")

async def one(n):
    began = time.perf_counter()
    await client.completions.create(model=(await client.models.list()).data[0].id, prompt=f"{n}:", max_tokens=128)
    return time.perf_counter() - began

async def main():
    spent = await asyncio.gather(*(one(n) for n in range(32)))
    print(f"mean {sum(spent) / len(spent):.2f} s, worst {max(spent):.2f} s")

asyncio.run(main())
