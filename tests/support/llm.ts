import { setTimeout as sleep } from 'node:timers/promises'
import OpenAI from 'openai'
import type { z } from 'zod'
import { type LlmKeyForm, llmKeys } from '#contract/llm-keys.ts'
import { createSandboxLlm } from '#server/adapters/llm-upstream.sandbox/llm-upstream.sandbox.ts'
import type { Database } from '#server/db/database.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { addPerson, type Person, type PersonTraits } from '#tests/support/people.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

type Platform = Pick<TestPlatform, 'deps' | 'clock'>

/** A key whose secret nobody has. */
export async function addLlmKey({ deps, clock }: Platform, userId: string): Promise<string> {
  const id = newId('llmkey')
  const row = { id, user_id: userId, name: '密钥', secret_hash: id, prefix: 'sk-test', last4: '0000', scopes: ['chat'] }
  await deps.database.kysely
    .insertInto('llm_keys')
    .values({ ...row, created_at: clock.now() })
    .execute()
  return id
}

/** Creates a model on offer, priced in yuan per million tokens; returns its id. */
export async function addLlmModel(
  { deps, clock }: Platform,
  {
    id = newId('model'),
    kind = 'chat',
    upstream_name: upstreamName = 'zhisuan-echo',
    image_tokens: imageTokens = null as number | null,
    max_choices: maxChoices = 1,
    input = 2n,
    cached = 1n,
    output = 8n,
  } = {},
): Promise<string> {
  const { kysely } = deps.database
  const createdAt = clock.now()
  const size = {
    context_length: 131_072,
    max_output: kind === 'chat' ? 8192 : 0,
    image_tokens: imageTokens,
    max_choices: maxChoices,
  }
  await kysely
    .insertInto('llm_models')
    .values({ id, name: id, kind, upstream_name: upstreamName, ...size, on_offer: true, created_at: createdAt })
    .execute()
  const price = { input_micro: input * 1_000_000n, cached_micro: cached * 1_000_000n, output_micro: output * 1_000_000n }
  await kysely
    .insertInto('llm_prices')
    .values({ id: newId('llmprice'), model_id: id, version: 1, ...price, created_at: createdAt })
    .execute()
  return id
}

/** Inserts a failed call that cost nothing. */
export async function addLlmCall(platform: Platform, userId: string): Promise<string> {
  const { deps, clock } = platform
  const { kysely } = deps.database
  const modelId = await addLlmModel(platform)
  const price = await kysely.selectFrom('llm_prices').select('id').where('model_id', '=', modelId).executeTakeFirstOrThrow()
  const [id, at] = [newId('call'), clock.now()]
  const row = { id, user_id: userId, model_id: modelId, price_id: price.id, stream: false, request_id: id, reserved_pico: 0n }
  const ended = { started_at: at, ended_at: at, state: 'error', http_status: 502, error_code: 'upstream_error' }
  await kysely
    .insertInto('llm_calls')
    .values({ ...row, ...ended })
    .execute()
  return id
}

type Upstream = NonNullable<NonNullable<Parameters<typeof createTestPlatform>[0]>['llm']>

/** A listening platform on a held clock that offers a chat and an embedding model; ¥2, ¥1 and ¥8 per million tokens. */
export async function createLlmPlatform({
  upstream,
  database,
}: {
  upstream?: (clock: HeldClock) => Upstream
  database?: Database
} = {}) {
  const clock = new HeldClock()
  const sandbox = createSandboxLlm(clock, { piece_ms: 0 })
  const platform = await createTestPlatform({ clock, llm: upstream?.(clock) ?? sandbox, ...(database && { database }) })
  await addLlmModel(platform, { id: 'echo' })
  await addLlmModel(platform, { id: 'vectors', kind: 'embedding', upstream_name: 'zhisuan-embedding', output: 0n })
  const origin = await platform.app.listen({ port: 0, host: '127.0.0.1' })
  const { kysely } = platform.deps.database

  const addUser = (traits: PersonTraits = {}) => addPerson(platform, { is_tencent: true, ...traits })
  const addKey = async (person: Person, form: Partial<z.input<typeof LlmKeyForm>> = {}) => {
    const body = { name: '测试', scopes: ['chat' as const, 'embeddings' as const], ...form }
    return (await person.call(llmKeys.create, { body })).data
  }
  return {
    ...platform,
    sandbox,
    origin,
    addUser,
    addKey,
    /** The official client, with its retries disabled. */
    client: (apiKey: string) => new OpenAI({ apiKey, baseURL: `${origin}/v1`, maxRetries: 0 }),
    callsOf: (userId: string) =>
      kysely.selectFrom('llm_calls').selectAll().where('user_id', '=', userId).orderBy('started_at').orderBy('id').execute(),
    cashOf: (userId: string) => getCashBalance(kysely, userId),
    /** Resolves when no call is in progress: the caller gets the response before the call is settled. */
    settled: async () => {
      for (let left = 500; left > 0; left -= 1) {
        const open = await kysely.selectFrom('llm_calls').select('id').where('ended_at', 'is', null).execute()
        if (open.length === 0) return
        await sleep(10)
      }
      throw new Error('calls are still under way')
    },
    audit: () => auditBooks(kysely),
  }
}

export type LlmPlatform = Awaited<ReturnType<typeof createLlmPlatform>>
