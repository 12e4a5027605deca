import type { NodeFigures } from '#server/lib/node-figures.ts'
import type { Clock } from '#server/ports/clock.ts'
import { SmsUnsentError } from '#server/ports/sms.ts'

/** A phone that has had enough is an answer: otherwise whoever asks for many codes could wake the operators. */
const isAnswer = (error: unknown): boolean => error instanceof SmsUnsentError && error.held_back

/** Counts how calls of an outside service end, at its port: `adapter` with these methods watched, and all else as it is. */
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
  return new Proxy(adapter, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      const call = value.bind(target) as (...sent: unknown[]) => Promise<unknown>
      if (!(methods as readonly unknown[]).includes(key)) return call
      return async (...sent: unknown[]) => {
        try {
          const answer = await call(...sent)
          note(success)
          return answer
        } catch (error) {
          note(isAnswer(error) ? success : failure)
          throw error
        }
      }
    },
  })
}
