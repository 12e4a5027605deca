import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useTitle } from '#src/site/use-title.ts'
import { ApplianceAdvantages } from './ApplianceAdvantages.tsx'
import { ApplianceEditions } from './ApplianceEditions.tsx'
import { ApplianceHero } from './ApplianceHero.tsx'
import { ApplianceScenes } from './ApplianceScenes.tsx'
import { ApplianceServices } from './ApplianceServices.tsx'
import { ConsultSection } from './ConsultSection.tsx'
import { consultFormId, scrollToConsultForm } from './consult.ts'
import { MarketLinkBar } from './MarketLinkBar.tsx'
import { SpecCarousel } from './SpecCarousel.tsx'

/** The training and inference machine: what there is, what it is for, and whom to ask (spec §1, §2). */
export default function AppliancePage() {
  useTitle('大模型训推一体机')
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${consultFormId}`) scrollToConsultForm()
  }, [hash])
  return (
    <>
      <ApplianceHero />
      <SpecCarousel />
      <ApplianceEditions />
      <ApplianceAdvantages />
      <ApplianceScenes />
      <MarketLinkBar />
      <ApplianceServices />
      <ConsultSection />
    </>
  )
}
