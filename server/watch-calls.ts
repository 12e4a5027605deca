import { SpanKind } from '@opentelemetry/api'
import type { NodeFigures } from '#server/lib/node-figures.ts'
import { inSpan, inSpanOrTrace, isTracing } from '#server/lib/tracing.ts'
import type { Clock } from '#server/ports/clock.ts'
import { SmsUnsentError } from '#server/ports/sms.ts'

/** A phone that has had enough is an answer: otherwise whoever asks for many codes could wake the operators. */
const isAnswer = (error: unknown): boolean => error instanceof SmsUnsentError && error.held_back

type Call = () => Promise<unknown>

/** `adapter` with these methods run by `run`, and all else as it is. */
function wrapCalls<Port extends object>(
  adapter: Port,
  methods: readonly (keyof Port & string)[],
  run: (method: string, call: Call) => Promise<unknown>,
): Port {
  return new Proxy(adapter, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const call = value.bind(target) as (...sent: unknown[]) => Promise<unknown>
      if (!(methods as readonly unknown[]).includes(key)) return call
      return (...sent: unknown[]) => run(String(key), () => call(...sent))
    },
  })
}

/** Counts how calls of an outside service end, at its port, and makes each a span of what it is done for. */
export function watchCalls<Port extends object>(
  { figures, clock }: { figures: NodeFigures; clock: Clock },
  name: string,
  adapter: Port,
  methods: readonly (keyof Port & string)[],
): Port {
  const { success, failure } = figures.addProvider(name)
  const note = (end: typeof success) => {
    end.count += 1
    end.at = clock.now()
  }
  return wrapCalls(adapter, methods, async (method, call) => {
    try {
      const answer = await inSpan(() => ({ name: `${name} ${method}`, kind: SpanKind.CLIENT, isAnswer }), call)
      note(success)
      return answer
    } catch (error) {
      note(isAnswer(error) ? success : failure)
      throw error
    }
  })
}

/** Makes calls of an outside service spans, and counts nothing; those of `alone` are traces where nothing else is traced. */
export function traceCalls<Port extends object>(
  name: string,
  adapter: Port,
  methods: readonly (keyof Port & string)[],
  alone: readonly string[] = [],
): Port {
  if (!isTracing()) return adapter
  return wrapCalls(adapter, methods, (method, call) => {
    const start = { name: `${name} ${method}`, kind: SpanKind.CLIENT }
    return alone.includes(method) ? inSpanOrTrace(start, call) : inSpan(() => start, call)
  })
}
