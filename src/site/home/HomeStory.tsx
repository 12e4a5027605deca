import { ApplianceTeaser } from './ApplianceTeaser.tsx'
import { BillingFacts } from './BillingFacts.tsx'
import { Community } from './Community.tsx'
import { Discount } from './Discount.tsx'
import { ExpertServices } from './ExpertServices.tsx'
import { FinalCall } from './FinalCall.tsx'
import { HomeNav } from './HomeNav.tsx'
import { ProductList } from './ProductList.tsx'
import { SideBox } from './SideBox.tsx'
import { Solutions } from './Solutions.tsx'
import { Steps } from './Steps.tsx'

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
