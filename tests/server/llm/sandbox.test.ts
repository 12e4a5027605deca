import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { countTokens } from '#contract/llm-tokens.ts'
import { refusalOfChat, refusalOfInput } from '#server/adapters/llm-upstream.sandbox/refusals.ts'
import { type ChatRequest, replyTo, sandbox_context_length, vectorsOf } from '#server/adapters/llm-upstream.sandbox/replies.ts'

const chat = (content: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'zhisuan-echo',
  messages: [{ role: 'user', content }],
  ...more,
})
const spoken = (request: ChatRequest) => {
  const { pieces, finish_reason, usage } = replyTo(request)
  return { text: pieces.join(''), finish_reason, tokens: usage.completion_tokens }
}

describe('docs/decisions/066 The sandbox does as a real model does', () => {
  it('stops before the first of the sequences at which it is to stop, and counts no more', () => {
    for (const stop of ['，', ['。', '，', '']])
      expect(spoken(chat('一二，三。', { stop }))).toEqual({ text: '一二', finish_reason: 'stop', tokens: 2 })
    expect(spoken(chat('一二，三', { stop: '，', max_tokens: 1 }))).toEqual({ text: '一', finish_reason: 'length', tokens: 1 })
    expect(spoken(chat('一二', { stop: 'x' })).text).toBe('一二')
    expect(refusalOfChat(chat('一', { stop: ['a', 'b', 'c', 'd', 'e'] }))).toMatchObject({ param: 'stop' })
  })

  it('answers a value that is valid for the schema, always the same', () => {
    type Tree = { name: string; child: Tree | null }
    const Tree: z.ZodType<Tree> = z.lazy(() => z.strictObject({ name: z.string(), child: Tree.nullable() }))
    const Answer = z.strictObject({
      title: z.string().min(8).max(10),
      kind: z.enum(['a', 'b']),
      fixed: z.literal(5),
      count: z.int().min(3).max(9),
      share: z.number().gt(0).lt(1),
      even: z.number().multipleOf(2).min(3),
      when: z.iso.datetime(),
      ok: z.boolean(),
      none: z.null(),
      either: z.union([z.number(), z.string()]),
      list: z.array(z.strictObject({ id: z.uuid() })).min(2),
      tree: Tree,
    })
    const { pattern: _, ...schema } = z.toJSONSchema(Answer) as Record<string, unknown>
    const request = chat('你好', { response_format: { type: 'json_schema', json_schema: { schema } } })
    const { text, finish_reason, tokens } = spoken(request)
    expect(Answer.parse(JSON.parse(text)).title).toContain('你好')
    expect([finish_reason, tokens, spoken(request).text]).toEqual(['stop', countTokens(text), text])
  })

  it('has as many dimensions as are asked for', () => {
    expect(vectorsOf('x', 7).vectors[0]).toHaveLength(7)
    expect(Math.hypot(...vectorsOf('x', 7).vectors[0]!)).toBeCloseTo(1)
    expect(refusalOfInput({ input: 'x', dimensions: 5000 })).toMatchObject({ param: 'dimensions' })
  })

  it('has no room for more than its context', () => {
    const full = sandbox_context_length - 4
    expect(refusalOfChat(chat('字'.repeat(full)))).toMatchObject({ code: 'context_length_exceeded', param: 'messages' })
    expect(refusalOfChat(chat('字'.repeat(full - 1)))).toBeUndefined()
    expect(spoken(chat('字'.repeat(full - 1)))).toMatchObject({ finish_reason: 'length', tokens: 1 })
    expect(refusalOfChat(chat('字', { max_tokens: full }))).toMatchObject({ code: 'context_length_exceeded' })
    expect(refusalOfInput({ input: ['字', '字'.repeat(full + 5)] })).toMatchObject({ code: 'context_length_exceeded' })
  })
})
