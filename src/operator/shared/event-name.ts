/**
 * Returns what happened in a few words, from the description of the call that did it: 批准 for 「批准，立即生效；不能批准自己提出的」. The
 * conditions after it are for those who are about to call.
 */
export const formatEventName = (summary: string): string => summary.split(/[，：；（]/, 1)[0] ?? summary
