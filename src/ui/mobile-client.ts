/** True if the user agent is a phone (requirements §2). Not for layout, which CSS decides by width. False at build time. */
export const isMobileClient = (agent: string = import.meta.env.SSR ? '' : navigator.userAgent): boolean =>
  /Android.+Mobile|iPhone|iPod|Windows Phone|HarmonyOS.+Mobile|MicroMessenger.+Mobile/i.test(agent)
