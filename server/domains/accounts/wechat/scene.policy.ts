import type { ResultCodeName } from '#contract/codes.ts'

/** State of a QR code. `expired` also covers used and unknown codes: none of them is usable. */
export type SceneState = 'waiting' | 'scanned' | 'confirmed' | 'declined' | 'expired'

interface Scene {
  open_id: string | null
  confirmed_at: Date | null
  declined_at: Date | null
  used_at: Date | null
  expires_at: Date
}

export function computeSceneState(scene: Scene | undefined, now: Date): SceneState {
  if (!scene || scene.used_at || scene.expires_at <= now) return 'expired'
  if (scene.declined_at) return 'declined'
  if (scene.confirmed_at) return 'confirmed'
  return scene.open_id ? 'scanned' : 'waiting'
}

/** Result code for the polling browser until somebody confirms. */
export const sceneStateCodes: Record<Exclude<SceneState, 'confirmed'>, ResultCodeName> = {
  waiting: 'wechat_waiting',
  scanned: 'wechat_scanned',
  declined: 'wechat_declined',
  expired: 'wechat_expired',
}
