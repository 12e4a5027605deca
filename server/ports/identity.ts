/** Checks a name against an ID number with an authority. Rejects if the authority is unreachable. */
export interface IdentityCheck {
  readonly sandbox: boolean
  matches(person: { name: string; id_number: string }): Promise<boolean>
}
