import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AgreementField } from '#src/auth/AgreementField.tsx'
import { paths } from '#src/paths.ts'

it('requirements §5 Who registers can read all three agreements, in a new tab', () => {
  render(<AgreementField agreed={false} onAgree={() => undefined} />)
  expect(screen.getByRole('checkbox')).toHaveAccessibleName(/已阅读并同意.*《服务协议》.*《隐私政策》.*《反挖矿协议》/)
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([paths.serviceAgreement, paths.privacyPolicy, paths.antiMining])
  for (const link of links) expect(link).toHaveAttribute('target', '_blank')
})
