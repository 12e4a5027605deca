import { activities } from '#contract/activities.ts'
import { banners } from '#contract/banners.ts'
import { callEndpoint } from '#src/api/call.ts'

// Imported lazily: the page frame paints before the HTTP client has loaded.

export async function getPromotions(signal: AbortSignal) {
  const [running, shown] = await Promise.all([
    callEndpoint(activities.list, {}, { signal }),
    callEndpoint(banners.list, {}, { signal }),
  ])
  return { activities: running.data, banners: shown.data }
}
