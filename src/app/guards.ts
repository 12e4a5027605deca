import { matchPath } from 'react-router-dom'
import { paths } from '#src/paths.ts'

/** `visitor`: anybody · `user`: who is signed in · `tencent`: `is_tencent` users; the others go to the overview. */
export type RouteGuard = 'visitor' | 'user' | 'tencent'

const createGuardRow = (who: RouteGuard) => (path: string) => ({ path, who })

/** Who may see what (requirements §6). The first row that matches counts; what no row names is unknown and goes home (requirements §2). */
export const routeGuards: readonly { path: string; who: RouteGuard }[] = [
  // the pages a visitor may see, word for word
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
  // documents and agreements, the tap on the phone, and what stands in for the outside world
  ...['/help/*', paths.wechatConfirm, paths.acceptSubAccount, `${paths.sandbox}/*`].map(createGuardRow('visitor')),
  createGuardRow('tencent')(`${paths.largeModelApi}/*`),
  ...['/community/*', '/create-instance', '/already-instance', '/recharge', '/console/*', '/operator/*'].map(
    createGuardRow('user'),
  ),
]

export const findRouteGuard = (pathname: string): RouteGuard =>
  routeGuards.find(({ path }) => matchPath(path, pathname))?.who ?? 'visitor'
