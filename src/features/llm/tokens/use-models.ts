import { llmModels } from '#contract/llm-models.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

const options = { staleTime: 60_000 } as const

/** Loads the available models with their prices. */
export const useLlmModels = () => useEndpoint(llmModels.list, {}, options)

/** Loads the API address for programs. */
export const useLlmGateway = () => useEndpoint(llmModels.gateway, {}, options)
