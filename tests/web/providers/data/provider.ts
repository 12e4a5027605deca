import secret_keys from '#src/features/keys/keys.resource.tsx'
import { createDataProvider } from '#src/providers/data/data-provider.ts'

export const provider = createDataProvider([secret_keys])
export const resource = secret_keys.name
