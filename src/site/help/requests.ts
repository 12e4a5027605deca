import { help } from '#contract/help.ts'
import { call } from '#src/api/call.ts'

/** Imported lazily: the page paints before the HTTP client has arrived. */
export const getHidden = async () => (await call(help.hidden)).data.slugs
