import type { FastifyBaseLogger } from 'fastify'

/** Does something for each item by itself: one that fails is logged, and the others still get their turn. */
export async function eachApart<T>(
  items: Iterable<T>,
  { log }: { log: FastifyBaseLogger },
  what: string,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    await work(item).catch((error: unknown) => log.error({ err: error, item }, `${what} failed`))
  }
}
