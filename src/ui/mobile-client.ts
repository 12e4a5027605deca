/** True when the user agent says phone (requirements §2). Layout never asks this: widths are CSS's business. False at build time. */
export const isMobileClient = (agent: string = import.meta.env.SSR ? '' : navigator.userAgent): boolean =>
  /Android.+Mobile|iPhone|iPod|Windows Phone|HarmonyOS.+Mobile|MicroMessenger.+Mobile/i.test(agent)
