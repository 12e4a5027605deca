import secret_keys from '#src/features/keys/keys.resource.tsx'
import { createDataProvider } from '#src/providers/data/data-provider.ts'
import { entryOf } from '#tests/web/support/entries.ts'

export const provider = createDataProvider([entryOf(secret_keys)])
export const resource = secret_keys.name
