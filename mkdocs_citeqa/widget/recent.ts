/** Questions asked in this browser session, newest first; they never leave it. */

const STORE = "citeqa:recent";
const KEPT = 5;

export function recentQuestions(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "[]");
    return Array.isArray(kept) ? kept.filter((question) => typeof question === "string") : [];
  } catch {
    return [];
  }
}

export function rememberQuestion(question: string): void {
  const questions = [question, ...recentQuestions().filter((other) => other !== question)].slice(0, KEPT);
  try {
    sessionStorage.setItem(STORE, JSON.stringify(questions));
  } catch {
    // A browser that keeps nothing just offers nothing again.
  }
}
