import { help } from '#contract/help.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Fetches the hidden slugs. Imported lazily, so that the page paints before the HTTP client has loaded. */
export const getHiddenArticleSlugs = async () => (await callEndpoint(help.hidden)).data.slugs
