import { help } from '#contract/help.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Imported lazily: the page paints before the HTTP client has arrived. */
export const getHiddenArticleSlugs = async () => (await callEndpoint(help.hidden)).data.slugs
