class Other {
    static final String[] WORDS = {" and", " other"};
    static String text() {
        StringBuilder text = new StringBuilder();
        for (String word : WORDS) text.append(word);
        return text.toString();
    }
}
