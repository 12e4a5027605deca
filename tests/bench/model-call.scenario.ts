import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { DB } from '#server/db/types.ts'
import { beginCall } from '#server/domains/llm/begin-call.service.ts'
import { identifyLlmCaller } from '#server/domains/llm/identify-caller.service.ts'
import { createLlmKeySecret, hashLlmKeySecret } from '#server/domains/llm/llm-key-secret.ts'
import { settleCall } from '#server/domains/llm/settle-call.service.ts'
import { createSessionTokens } from '#server/http/sessions.ts'
import { newId } from '#server/lib/ids.ts'
import { compareWithRawWrites, postRaw, publishRaw, rawReference } from '#tests/bench/raw-writes.ts'
import type { BenchmarkScenario } from '#tests/bench/scenario.ts'
import { createCountedPlatform } from '#tests/bench/world.ts'
import { addLlmKey, addLlmModel } from '#tests/support/llm.ts'

const eachRound = 60
const use = { prompt_tokens: 4_000, cached_tokens: 0, completion_tokens: 4_000 }
const request = { kind: 'chat', bytes: 12_000, images: { count: 0, by_address: false }, choices: 1, stream: false } as const
const outcome = { state: 'ok', http_status: 200, error_code: null, estimated: false, first_byte_ms: 1, total_ms: 2 } as const

interface RawCall {
  user_id: string
  key_id: string
  model_id: string
  price_id: string
}

/** Writes the row of a call before its upstream is asked, in a transaction of its own. */
async function beginRaw(begin: Database['transaction'], now: Date, call: RawCall): Promise<string> {
  const id = newId('call')
  await begin((trx) =>
    sql`
      insert into llm_calls (id, user_id, key_id, model_id, price_id, stream, request_id, started_at, reserved_pico, lease_until)
      values (${id}, ${call.user_id}, ${call.key_id}, ${call.model_id}, ${call.price_id}, false, ${id}, ${now}, 1000000,
        ${now})`.execute(trx),
  )
  return id
}

async function endRaw(trx: Transaction<DB>, now: Date, call: { id: string; user_id: string; key_id: string }): Promise<void> {
  await postRaw(trx, { user_id: call.user_id, kind: 'llm_usage', fen: -4, with: 'revenue', at: now })
  await sql`update llm_accounts set carry_pico = 0 where user_id = ${call.user_id}`.execute(trx)
  await sql`
    update llm_keys set spent_pico = spent_pico + 1, calls = calls + 1, last_used_at = ${now} where id = ${call.key_id}`.execute(
    trx,
  )
  await sql`
    update llm_calls set state = 'ok', http_status = 200, ended_at = ${now}, lease_until = null, posted_fen = 4, cost_pico = 1000000
    where id = ${call.id}`.execute(trx)
  await publishRaw(trx, call.user_id, now, 1)
}

export const modelCallScenario: BenchmarkScenario = {
  name: '调用一次大模型（密钥、限流、预留、结算；不含上游与 HTTP）',
  reference: rawReference,
  aim: { at_least: 0.4 },
  async run() {
    const world = await createCountedPlatform(eachRound)
    const { deps, people } = world
    const { kysely } = deps.database
    const sessions = createSessionTokens(deps)
    try {
      const modelId = await addLlmModel(world)
      const price = await kysely.selectFrom('llm_prices').select('id').where('model_id', '=', modelId).executeTakeFirstOrThrow()
      const keys: { id: string; secret: string }[] = []
      for (const person of people) {
        const id = await addLlmKey(world, person.id)
        const secret = createLlmKeySecret()
        await kysely
          .updateTable('llm_keys')
          .set({ secret_hash: hashLlmKeySecret(secret) })
          .where('id', '=', id)
          .execute()
        keys.push({ id, secret })
        await sql`insert into llm_accounts (user_id) values (${person.id})`.execute(kysely)
      }
      return await compareWithRawWrites(world, {
        prepare: async () => {
          world.clock.jump(3_600_000) // the calls of the last round count no longer
          await sql`vacuum analyze`.execute(kysely)
        },
        ours: async (nth) => {
          const who = await identifyLlmCaller(deps, sessions, `Bearer ${keys[nth]!.secret}`)
          const limits = { max_output: undefined, max_output_field: '', request_id: newId('bench') }
          const call = await beginCall(deps, who, { ...request, ...limits, model_id: modelId })
          await settleCall(deps, call, { ...outcome, use })
        },
        raw: async (begin, nth) => {
          const now = deps.clock.now()
          const userId = people[nth]!.id
          const keyId = keys[nth]!.id
          const id = await beginRaw(begin, now, { user_id: userId, key_id: keyId, model_id: modelId, price_id: price.id })
          await begin((trx) => endRaw(trx, now, { id, user_id: userId, key_id: keyId }))
        },
      })
    } finally {
      await world.close()
    }
  },
}
