import type { ReactNode } from 'react'
import { matchPath } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { preloadArticle } from '#src/site/help/preload-article.ts'
import { lazyPage } from '#src/ui/lazy-part.tsx'

const PhoneLoginPage = lazyPage(() => import('./PhoneLoginPage.tsx'))
const MarketPage = lazyPage(() => import('#src/site/market/MarketPage.tsx'))
const HelpHome = lazyPage(() => import('#src/site/help/HelpHome.tsx'))
const ArticlePage = lazyPage(() => import('#src/site/help/HelpArticlePage.tsx'))
const AppliancePage = lazyPage(() => import('#src/site/appliance/AppliancePage.tsx'))
const AboutPage = lazyPage(() => import('#src/site/about/AboutPage.tsx'))
const ImageListPage = lazyPage(() => import('#src/site/community/ImageListPage.tsx'))
const ImageDetailPage = lazyPage(() => import('#src/site/community/ImageDetailPage.tsx'))
const DatasetListPage = lazyPage(() => import('#src/site/community/DatasetListPage.tsx'))
const DatasetReleasePage = lazyPage(() => import('#src/site/community/DatasetReleasePage.tsx'))
const DatasetDetailPage = lazyPage(() => import('#src/site/community/DatasetDetailPage.tsx'))
const CreativeIncomePage = lazyPage(() => import('#src/site/community/CreativeIncomePage.tsx'))
const ImageReleasePage = lazyPage(() => import('#src/site/community/ImageReleasePage.tsx'))
const AuthorPage = lazyPage(() => import('#src/site/community/AuthorPage.tsx'))
const SandboxPage = lazyPage(() => import('#src/sandbox/SandboxPage.tsx'))
const CashierPage = lazyPage(() => import('#src/sandbox/CashierPage.tsx'))
const WechatPage = lazyPage(() => import('#src/sandbox/WechatPage.tsx'))
const AcceptInvitationPage = lazyPage(() => import('#src/auth/accept/AcceptInvitationPage.tsx'))
const SetupPage = lazyPage(() => import('#src/auth/setup/SetupPage.tsx'))
const WechatConfirmPage = lazyPage(() => import('#src/auth/confirm/WechatConfirmPage.tsx'))
const OrganisationsPage = lazyPage(() => import('#src/auth/organisation/OrganisationsPage.tsx'))
const OrganisationSignInPage = lazyPage(() => import('#src/auth/organisation/OrganisationSignInPage.tsx'))
const OrganisationReturnPage = lazyPage(() => import('#src/auth/organisation/OrganisationReturnPage.tsx'))
const UnsubscribePage = lazyPage(() => import('#src/auth/unsubscribe/UnsubscribePage.tsx'))

const preloadReadme = async () => (await import('#src/site/community/Readme.tsx')).ReadmeText.preload()

export interface SitePage {
  path: string
  element: ReactNode
  /** Preloads everything the first render of the page needs, so that it does not suspend. */
  preload: (pathname: string) => Promise<unknown>
}

/** Public pages except home, open to visitors (requirements §6), and the sandbox, which is not part of the site. */
export const siteSubpages: readonly SitePage[] = [
  { path: paths.market, element: <MarketPage />, preload: MarketPage.preload },
  { path: paths.lgModelAio, element: <AppliancePage />, preload: AppliancePage.preload },
  { path: paths.aboutUs, element: <AboutPage />, preload: AboutPage.preload },
  { path: paths.help, element: <HelpHome />, preload: HelpHome.preload },
  {
    path: paths.helpArticlePattern,
    element: <ArticlePage />,
    preload: (pathname) => Promise.all([ArticlePage.preload(), preloadArticle(pathname)]),
  },
  { path: paths.communityImages, element: <ImageListPage />, preload: ImageListPage.preload },
  {
    path: paths.communityImagePattern,
    element: <ImageDetailPage />,
    preload: () => Promise.all([ImageDetailPage.preload(), preloadReadme()]),
  },
  { path: paths.communityDataSets, element: <DatasetListPage />, preload: DatasetListPage.preload },
  {
    path: paths.communityDataSetPattern,
    element: <DatasetDetailPage />,
    preload: () => Promise.all([DatasetDetailPage.preload(), preloadReadme()]),
  },
  { path: paths.creativeIncome, element: <CreativeIncomePage />, preload: CreativeIncomePage.preload },
  {
    path: paths.communityImageRelease,
    element: <ImageReleasePage />,
    preload: ImageReleasePage.preload,
  },
  { path: paths.communityAuthorPattern, element: <AuthorPage />, preload: AuthorPage.preload },
  {
    path: paths.communityDataSetRelease,
    element: <DatasetReleasePage />,
    preload: DatasetReleasePage.preload,
  },
  { path: paths.phoneLogin(), element: <PhoneLoginPage mode="login" />, preload: PhoneLoginPage.preload },
  { path: paths.phoneRegister(), element: <PhoneLoginPage mode="register" />, preload: PhoneLoginPage.preload },
  { path: paths.wechatConfirm, element: <WechatConfirmPage />, preload: WechatConfirmPage.preload },
  { path: paths.acceptSubAccount, element: <AcceptInvitationPage />, preload: AcceptInvitationPage.preload },
  { path: paths.organisations(), element: <OrganisationsPage />, preload: OrganisationsPage.preload },
  { path: paths.organisationReturn, element: <OrganisationReturnPage />, preload: OrganisationReturnPage.preload },
  { path: paths.organisationPattern, element: <OrganisationSignInPage />, preload: OrganisationSignInPage.preload },
  { path: paths.setup, element: <SetupPage />, preload: SetupPage.preload },
  { path: paths.unsubscribe, element: <UnsubscribePage />, preload: UnsubscribePage.preload },
  { path: paths.sandbox, element: <SandboxPage />, preload: SandboxPage.preload },
  { path: paths.sandboxWechat, element: <WechatPage />, preload: WechatPage.preload },
  { path: paths.sandboxCashier, element: <CashierPage />, preload: CashierPage.preload },
]

/** Preloads what the page at an address needs; does nothing for an unknown address. */
export const preloadSubpage = async (pathname: string): Promise<void> => {
  await siteSubpages.find(({ path }) => matchPath(path, pathname))?.preload(pathname)
}
