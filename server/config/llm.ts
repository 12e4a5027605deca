import { z } from 'zod'
import type { LlmSettings } from '#server/ports/llm-upstream.ts'

export const llmEnvironment = {
  /** Any OpenAI-compatible server, URL including `/v1`; unset: the sandbox. */
  LLM_UPSTREAM_URL: z.url({ protocol: /^https?$/, error: '须为 http 或 https 地址' }).optional(),
  LLM_UPSTREAM_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, '只能是可见的 ASCII 字符')
    .optional(),
  /** `1` if the upstream cannot reach internal services, or restricts its image fetches itself. */
  LLM_IMAGE_ADDRESSES: z
    .enum(['0', '1'])
    .default('0')
    .transform((v) => v === '1'),
}
/** Returns undefined for the sandbox. */
export function buildLlmSettings({
  LLM_UPSTREAM_URL: url,
  LLM_UPSTREAM_KEY: key,
  LLM_IMAGE_ADDRESSES: takesImageAddresses,
}: z.infer<z.ZodObject<typeof llmEnvironment>>): LlmSettings | undefined {
  if (!url && key) throw new Error('配置 LLM_UPSTREAM_KEY 须与 LLM_UPSTREAM_URL 一起设置')
  return url ? { url, key, takes_image_addresses: takesImageAddresses } : undefined
}
