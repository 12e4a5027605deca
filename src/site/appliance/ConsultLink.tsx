import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ApplianceEdition } from '#contract/appliance.ts'
import { buildConsultPath, scrollToConsultForm } from './consult.ts'

interface Props {
  edition?: ApplianceEdition
  className: string
  children: ReactNode
}

export const ConsultLink = ({ edition, className, children }: Props) => (
  <Link
    className={className}
    to={buildConsultPath(edition)}
    preventScrollReset
    onClick={() => requestAnimationFrame(scrollToConsultForm)}
  >
    {children}
  </Link>
)
