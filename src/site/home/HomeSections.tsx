import { ApplianceTeaser } from './ApplianceTeaser.tsx'
import { BillingFacts } from './BillingRules.tsx'
import { FinalCall } from './ClosingBanner.tsx'
import { Community } from './CommunitySection.tsx'
import { Discount } from './DiscountSection.tsx'
import { ExpertServices } from './ExpertServices.tsx'
import { HomeNav } from './HomeNav.tsx'
import { ProductList } from './HomeProductList.tsx'
import { Steps } from './QuickStartSteps.tsx'
import { SideBox } from './SideBox.tsx'
import { Solutions } from './SolutionsSection.tsx'

/** All below the first screen: read later, so loaded later. */
export default function HomeStory() {
  return (
    <>
      <HomeNav />
      <ProductList />
      <Solutions />
      <Steps />
      <Discount />
      <ExpertServices />
      <ApplianceTeaser />
      <Community />
      <BillingFacts />
      <FinalCall />
      <SideBox />
    </>
  )
}
