import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { llmBasePath } from '#contract/llm-wire.ts'
import { addLlmModel, createLlmPlatform, type LlmPlatform } from '#tests/support/llm.ts'
import { addPerson, type Person } from '#tests/support/people.ts'

let platform: LlmPlatform
let person: Person
let model: string
beforeAll(async () => {
  platform = await createLlmPlatform()
  model = await addLlmModel(platform)
  person = await addPerson(platform, { is_tencent: true })
})
afterAll(() => platform.close())

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const messages = '[{"role":"user","content":"你好"}]'

describe('product §9 Junk on /v1', () => {
  it.each([
    ['a model with a NUL byte', 'chat/completions', `{"model":"a\\u0000","messages":${messages}}`],
    ['a model with a NUL byte', 'embeddings', '{"model":"a\\u0000","input":"你好"}'],
    ['a tool that nests without end', 'chat/completions', 'tools'],
    ['no JSON', 'chat/completions', '{"model":'],
  ])('%s on %s is the fault of who sent it', async (_, call, sent) => {
    const tools = `[{"type":"function","function":${nested(20_000)}}]`
    const payload = sent === 'tools' ? `{"model":"${model}","messages":${messages},"tools":${tools}}` : sent
    const headers = { authorization: `Bearer ${await person.token()}`, 'content-type': 'application/json' }
    const reply = await platform.app.inject({ method: 'POST', url: `${llmBasePath}/${call}`, headers, payload })
    expect([reply.statusCode, reply.json().error.code]).toEqual([400, 'invalid_request'])
  })
})
