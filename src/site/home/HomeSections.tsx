import { ApplianceTeaser } from './ApplianceTeaser.tsx'
import { BillingRules } from './BillingRules.tsx'
import { ClosingBanner } from './ClosingBanner.tsx'
import { CommunitySection } from './CommunitySection.tsx'
import { DiscountSection } from './DiscountSection.tsx'
import { ExpertServices } from './ExpertServices.tsx'
import { HomeNav } from './HomeNav.tsx'
import { HomeProductList } from './HomeProductList.tsx'
import { QuickStartSteps } from './QuickStartSteps.tsx'
import { SideBox } from './SideBox.tsx'
import { SolutionsSection } from './SolutionsSection.tsx'

/** All below the first screen: read later, so loaded later. */
export default function HomeSections() {
  return (
    <>
      <HomeNav />
      <HomeProductList />
      <SolutionsSection />
      <QuickStartSteps />
      <DiscountSection />
      <ExpertServices />
      <ApplianceTeaser />
      <CommunitySection />
      <BillingRules />
      <ClosingBanner />
      <SideBox />
    </>
  )
}
