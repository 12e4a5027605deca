import { matchPath } from 'react-router-dom'
import { paths } from '#src/paths.ts'

/** `visitor`: everyone · `user`: signed-in users · `tencent`: `is_tencent` users; others are redirected to the overview. */
export type RouteGuard = 'visitor' | 'user' | 'tencent'

const createGuardRow = (who: RouteGuard) => (path: string) => ({ path, who })

/**
 * Access by path (requirements §6). The first match counts; a path without a match is unknown and goes home (requirements §2).
 */
export const routeGuards: readonly { path: string; who: RouteGuard }[] = [
  // the pages open to visitors, exactly as required
  ...[
    paths.home(),
    paths.phoneRegister(),
    paths.phoneLogin(),
    paths.market,
    paths.lgModelAio,
    paths.aboutUs,
    paths.community,
    paths.communityImages,
    paths.communityImagePattern,
    paths.creativeIncome,
    paths.communityDataSets,
    paths.communityDataSetPattern,
    '/community/model',
    '/community/model/detail',
  ].map(createGuardRow('visitor')),
  // documents and agreements, the confirmation on the phone, and the sandbox
  ...['/help/*', paths.wechatConfirm, paths.acceptSubAccount, paths.setup, paths.unsubscribe, '/sso/*', `${paths.sandbox}/*`].map(
    createGuardRow('visitor'),
  ),
  createGuardRow('tencent')(`${paths.largeModelApi}/*`),
  ...['/community/*', '/create-instance', '/already-instance', '/recharge', '/console/*', '/operator/*'].map(
    createGuardRow('user'),
  ),
]

export const findRouteGuard = (pathname: string): RouteGuard =>
  routeGuards.find(({ path }) => matchPath(path, pathname))?.who ?? 'visitor'
