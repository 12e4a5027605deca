export const sampleLanguages = { curl: 'curl', python: 'Python', node: 'Node.js' } as const
export type SampleLanguage = keyof typeof sampleLanguages

interface SampleTarget {
  base_url: string
  model: string
}

const samples: Record<SampleLanguage, (where: SampleTarget) => string> = {
  curl: ({ base_url: baseUrl, model }) => `export API_KEY=sk-…

curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "你好"}], "stream": true}'`,
  python: ({ base_url: baseUrl, model }) => `# pip install openai
import os
from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key=os.environ["API_KEY"])
stream = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "你好"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)`,
  node: ({ base_url: baseUrl, model }) => `// npm install openai
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: process.env.API_KEY })
const stream = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '你好' }],
  stream: true,
})
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '')`,
}

/** A request in the language asked for; the key comes from the environment, never from the text. */
export const buildQuickStart = (language: SampleLanguage, where: SampleTarget): string => samples[language](where)
