// Written by scripts/dev page_faces from shapes.py and palette.py of bot/render.
export const SUITS: Record<string, string> = {
  "C": "M28.5 24.5a21.5 21.5 0 1 0 43 0a21.5 21.5 0 1 0 -43 0ZM3.5 60a21.5 21.5 0 1 0 43 0a21.5 21.5 0 1 0 -43 0ZM53.5 60a21.5 21.5 0 1 0 43 0a21.5 21.5 0 1 0 -43 0ZM39 50a11 11 0 1 0 22 0a11 11 0 1 0 -22 0ZM53.5 50C54.5 77 58 89 68 96.5C56 96.5 44 96.5 32 96.5C42 89 45.5 77 46.5 50Z",
  "D": "M50 1.5C60 18 76 37 90 50C76 63 60 82 50 98.5C40 82 24 63 10 50C24 37 40 18 50 1.5Z",
  "H": "M50 96.5C40 80 3.5 60 3.5 30C3.5 13 16 5 27.5 5C39 5 47.5 12 50 24.5C52.5 12 61 5 72.5 5C84 5 96.5 13 96.5 30C96.5 60 60 80 50 96.5Z",
  "S": "M50 3C60 22 96.5 38 96.5 62.5C96.5 77 86 84 75.5 84C65.5 84 57.5 78 54 69C55 83 59 91 68 96.5C56 96.5 44 96.5 32 96.5C41 91 45 83 46 69C42.5 78 34.5 84 24.5 84C14 84 3.5 77 3.5 62.5C3.5 38 40 22 50 3Z"
};
export const TINTED: readonly string[] = ["four_colour", "high_contrast"];
export const WITHOUT_FIGURES: readonly string[] = ["high_contrast"];
