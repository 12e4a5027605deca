import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ApplianceEdition } from '#contract/appliance.ts'
import { consultPath, goToConsult } from './consult.ts'

interface Props {
  edition?: ApplianceEdition
  className: string
  children: ReactNode
}

export const ConsultLink = ({ edition, className, children }: Props) => (
  <Link className={className} to={consultPath(edition)} preventScrollReset onClick={() => requestAnimationFrame(goToConsult)}>
    {children}
  </Link>
)
