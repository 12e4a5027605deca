import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useTitle } from '#src/site/use-title.ts'
import { Advantages } from './ApplianceAdvantages.tsx'
import { Editions } from './ApplianceEditions.tsx'
import { ApplianceHero } from './ApplianceHero.tsx'
import { Scenes } from './ApplianceScenes.tsx'
import { Services } from './ApplianceServices.tsx'
import { Consult } from './ConsultSection.tsx'
import { consult_id, goToConsult } from './consult.ts'
import { MarketBar } from './MarketLinkBar.tsx'
import { SpecCarousel } from './SpecCarousel.tsx'

/** The training and inference machine: what there is, what it is for, and whom to ask (spec §1, §2). */
export default function AppliancePage() {
  useTitle('大模型训推一体机')
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${consult_id}`) goToConsult()
  }, [hash])
  return (
    <>
      <ApplianceHero />
      <SpecCarousel />
      <Editions />
      <Advantages />
      <Scenes />
      <MarketBar />
      <Services />
      <Consult />
    </>
  )
}
