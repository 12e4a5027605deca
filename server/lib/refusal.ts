import { type ResultCodeName, resultCodes } from '#contract/codes.ts'

interface RefusalDetails {
  /** Replaces the default message of the code. */
  message?: string
  /** Messages by field path; the form shows each at its field. */
  errors?: Record<string, string[]>
  /** For the second step of a sign-in. */
  ticket?: { token: string; expires_at: string }
  /** Seconds. */
  retry_after?: number
}

/** A rejected call, with its result code. The only error that business rules throw on purpose. */
export class Refusal extends Error {
  readonly name_of_code: ResultCodeName
  readonly details: RefusalDetails

  constructor(nameOfCode: ResultCodeName, details: RefusalDetails = {}) {
    super(details.message ?? resultCodes[nameOfCode].message)
    this.name_of_code = nameOfCode
    this.details = details
  }

  get code(): string {
    return resultCodes[this.name_of_code].code
  }
  get http_status(): number {
    return resultCodes[this.name_of_code].http
  }
}

/** Creates a refusal that belongs to one field. */
export const createFieldRefusal = (name: ResultCodeName, field: string, message: string = resultCodes[name].message): Refusal =>
  new Refusal(name, { message, errors: { [field]: [message] } })
