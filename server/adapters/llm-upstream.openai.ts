import { z } from 'zod'
import { type LlmAnswer, type LlmSettings, LlmUnreachable, type LlmUpstream } from '#server/ports/llm-upstream.ts'

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Client for any server with OpenAI's API: vLLM, SGLang, a provider. Rejects redirects, so the key goes to no other host. */
export function createOpenaiUpstream({ url, key, takes_image_addresses: takesImageAddresses }: LlmSettings): LlmUpstream {
  const base = url.replace(/\/+$/, '')
  const headers = { accept: 'application/json, text/event-stream', ...(key && { authorization: `Bearer ${key}` }) }
  const request = async (path: string, init: RequestInit, signal: AbortSignal): Promise<Response> => {
    try {
      return await fetch(`${base}/${path}`, { ...init, signal, redirect: 'error' })
    } catch (error) {
      throw new LlmUnreachable(signal.aborted ? 'timeout' : 'unreachable', { cause: error })
    }
  }
  return {
    sandbox: false,
    takes_image_addresses: takesImageAddresses,
    ask: async ({ call, body }, signal): Promise<LlmAnswer> => {
      const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const response = await request(call, init, signal)
      return { status: response.status, body: response.body ?? emptyStream() }
    },
    models: async (signal) => {
      const response = await request('models', { headers }, signal)
      const parsed = Models.safeParse(await response.json().catch(() => undefined))
      if (!response.ok || !parsed.success) throw new LlmUnreachable('unreachable')
      return parsed.data.data.map(({ id }) => id)
    },
  }
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {}
