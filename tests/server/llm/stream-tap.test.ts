import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StreamRelay } from '#server/domains/llm/stream-relay.ts'
import { toUpstreamError } from '#server/domains/llm/upstream-failure.ts'
import { TokenMeter } from '#server/domains/llm/usage.ts'
import { buildDelta, fakeLlmUsage } from '#tests/support/fake-llm.ts'

const ends = (index: number) => ({ choices: [{ index, delta: {}, finish_reason: 'stop' }] })

describe('docs/decisions/040 Reading a stream on its way through', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 8 })
  const cuts = fc.array(fc.nat(2000), { maxLength: 20 })

  it('meets the same counts and passes on the same events, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(pieces, cuts, fc.boolean(), fc.constantFrom('\n', '\r\n'), (texts, at, withUsage, end) => {
        const events = [...texts.map((text) => buildDelta(text)), { choices: [], usage: fakeLlmUsage }]
        const linesOf = (model: string) => [...events.map((event) => JSON.stringify({ ...event, model })), '[DONE]']
        const bytes = Buffer.from(
          linesOf('upstream')
            .map((line) => `data: ${line}${end}${end}`)
            .join(''),
        )
        const meter = new TokenMeter(() => 1)
        const tap = new StreamRelay(meter, { model: 'asked', with_usage: withUsage, choices: 1 })
        const bounds = [...new Set([0, ...at.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b)
        const passed = bounds.slice(1).map((bound, nth) => tap.feed(bytes.subarray(bounds[nth], bound)).text)
        const expected = linesOf('asked').filter((_, nth) => withUsage || nth !== texts.length)
        expect(passed.join('')).toBe(expected.map((line) => `data: ${line}\n\n`).join(''))
        expect([meter.use, meter.estimated, tap.done]).toEqual([
          { prompt_tokens: 1234, completion_tokens: 567, cached_tokens: 1000 },
          false,
          true,
        ])
      }),
    )
  })

  it('passes an event on in the moment in which it is whole', () => {
    const tap = new StreamRelay(new TokenMeter(() => 0), { model: 'asked', with_usage: false, choices: 1 })
    const bytes = Buffer.from(`data: ${JSON.stringify(buildDelta('一'))}\n\ndata: {"cho`)
    expect(tap.feed(bytes.subarray(0, -13)).text).toBe('')
    expect(tap.feed(bytes.subarray(-13)).text).toContain('一')
  })

  it.each([
    ['counts so far with each piece', [{ ...buildDelta('a'), usage: fakeLlmUsage }], false],
    ['a reason to end', [buildDelta('a'), ends(0)], true],
    ['the last counts', [buildDelta('a'), { choices: [], usage: fakeLlmUsage }], true],
    ['one of two choices at its end', [ends(0), buildDelta('a')], false, 2],
    ['one of two choices at its end, in an event with both', [{ choices: [...ends(0).choices, { index: 1 }] }], false, 2],
    ['both at their end, one after the other', [ends(1), buildDelta('a'), ends(0)], true, 2],
  ])('knows a whole answer from one that was cut: %s', (_, events, complete, choices = 1) => {
    const tap = new StreamRelay(new TokenMeter(() => 1), { model: 'asked', with_usage: true, choices })
    tap.feed(Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')))
    expect([tap.complete, tap.done]).toEqual([complete, false])
  })
})

describe('docs/decisions/066 What an upstream says against a request', () => {
  it.each([
    'http://10.0.0.1/x',
    '10.0.0.1:8000',
    'gpu-7.internal.example.cn',
    '[fd00::12]:8000',
    'vllm-svc:8000',
    'localhost:8000',
    'sk-upstream',
  ])('names no %s', (secret) => {
    const body = JSON.stringify({ error: { message: `temperature: 3 of ${secret} is above 2.0, see max_tokens:4096` } })
    const { message } = toUpstreamError(400, body, { upstream_name: 'upstream-model', model_id: 'asked' })
    expect(message).not.toContain(secret)
    expect(message).toMatch(/^temperature: 3 of \*+ is above 2\.0, see max_tokens:4096/)
  })
})
