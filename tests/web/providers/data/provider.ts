import { createDataProvider } from '#src/providers/data/data-provider.ts'
import secret_keys from '#src/resources/secret-keys/secret-keys.resource.tsx'

export const provider = createDataProvider([secret_keys])
export const resource = secret_keys.name
