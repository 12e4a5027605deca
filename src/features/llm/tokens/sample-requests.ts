/** Languages of the sample requests. */
export const sampleLanguages = { curl: 'curl', python: 'Python', node: 'Node.js' } as const
export type SampleLanguage = keyof typeof sampleLanguages

interface SampleTarget {
  base_url: string
  model: string
  /** The key itself, where it is shown once; otherwise the person fills it in. */
  secret?: string
}

/** Sample requests by language; the code reads the key from the environment. */
export const buildSample: Record<SampleLanguage, (where: SampleTarget) => string> = {
  curl: ({ base_url: baseUrl, model, secret = 'sk-…' }) => `export API_KEY=${secret}

curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "你好"}], "stream": true}'`,
  python: ({ base_url: baseUrl, model, secret = 'sk-…' }) => `# pip install openai
# export API_KEY=${secret}
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
  node: ({ base_url: baseUrl, model, secret = 'sk-…' }) => `// npm install openai
// export API_KEY=${secret}
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: process.env.API_KEY })
const stream = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: '你好' }],
  stream: true,
})
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta?.content ?? '')`,
}
