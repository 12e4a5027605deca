import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { countTokens } from '#contract/llm-tokens.ts'
import { findChatRefusal, findEmbeddingRefusal } from '#server/adapters/llm-upstream.sandbox/refusals.ts'
import {
  buildChatReply,
  computeEmbeddings,
  type SandboxChatRequest,
  sandboxContextLength,
} from '#server/adapters/llm-upstream.sandbox/replies.ts'

const chat = (content: string, more: Partial<SandboxChatRequest> = {}): SandboxChatRequest => ({
  model: 'zhisuan-echo',
  messages: [{ role: 'user', content }],
  ...more,
})
const spoken = (request: SandboxChatRequest) => {
  const { pieces, finish_reason: finishReason, usage } = buildChatReply(request)
  return { text: pieces.join(''), finish_reason: finishReason, tokens: usage.completion_tokens }
}

describe('docs/decisions/066 The sandbox does as a real model does', () => {
  it('stops before the first of the sequences at which it is to stop, and counts no more', () => {
    for (const stop of ['，', ['。', '，', '']])
      expect(spoken(chat('一二，三。', { stop }))).toEqual({ text: '一二', finish_reason: 'stop', tokens: 2 })
    expect(spoken(chat('一二，三', { stop: '，', max_tokens: 1 }))).toEqual({ text: '一', finish_reason: 'length', tokens: 1 })
    expect(spoken(chat('一二', { stop: 'x' })).text).toBe('一二')
    expect(findChatRefusal(chat('一', { stop: ['a', 'b', 'c', 'd', 'e'] }))).toMatchObject({ param: 'stop' })
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
    const { text, finish_reason: finishReason, tokens } = spoken(request)
    expect(Answer.parse(JSON.parse(text)).title).toContain('你好')
    expect([finishReason, tokens, spoken(request).text]).toEqual(['stop', countTokens(text), text])
  })

  it('has as many dimensions as are asked for', () => {
    expect(computeEmbeddings('x', 7).vectors[0]).toHaveLength(7)
    expect(Math.hypot(...computeEmbeddings('x', 7).vectors[0]!)).toBeCloseTo(1)
    expect(findEmbeddingRefusal({ input: 'x', dimensions: 5000 })).toMatchObject({ param: 'dimensions' })
  })

  it('has no room for more than its context', () => {
    const full = sandboxContextLength - 4
    expect(findChatRefusal(chat('字'.repeat(full)))).toMatchObject({ code: 'context_length_exceeded', param: 'messages' })
    expect(findChatRefusal(chat('字'.repeat(full - 1)))).toBeUndefined()
    expect(spoken(chat('字'.repeat(full - 1)))).toMatchObject({ finish_reason: 'length', tokens: 1 })
    expect(findChatRefusal(chat('字', { max_tokens: full }))).toMatchObject({ code: 'context_length_exceeded' })
    expect(findEmbeddingRefusal({ input: ['字', '字'.repeat(full + 5)] })).toMatchObject({ code: 'context_length_exceeded' })
  })
})
