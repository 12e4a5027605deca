import { type CompiledQuery, type KyselyPlugin, PostgresQueryCompiler, type QueryId } from 'kysely'
import type { TestPlatform } from '#tests/support/platform.ts'

/** Returns the list of every read that a platform sends from now on, as it grows. */
export function recordReads(world: Pick<TestPlatform, 'deps'>): CompiledQuery[] {
  const sent: CompiledQuery[] = []
  const written = new WeakMap<QueryId, CompiledQuery>()
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      written.set(queryId, new PostgresQueryCompiler().compileQuery(node, queryId))
      return node
    },
    // only whole statements are answered, not the parts that they are written of
    transformResult: async ({ result, queryId }) => {
      sent.push(written.get(queryId)!)
      return result
    },
  }
  const { database } = world.deps
  Object.assign(world.deps, { database: { ...database, kysely: database.kysely.withPlugin(recorder) } })
  return sent
}
